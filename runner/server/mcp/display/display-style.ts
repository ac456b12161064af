/** The styles of the interface; clients may set the variables (MCP Apps, theming). */
export const displayStyle = `
:root {
  color-scheme: light dark;
  --text: var(--color-text-primary, light-dark(#1c1c1a, #ececea));
  --quiet: var(--color-text-secondary, light-dark(#5c5c57, #a9a9a3));
  --back: var(--color-background-primary, light-dark(#ffffff, #1d1d1b));
  --sunken: var(--color-background-secondary, light-dark(#f3f3f0, #282826));
  --line: var(--color-border-primary, light-dark(#d9d9d4, #41413e));
  --accent: var(--color-text-info, light-dark(#0b57b0, #8ab8f2));
  --danger: var(--color-border-danger, light-dark(#b42318, #f2857a));
}
body {
  margin: 0;
  background: var(--back);
  color: var(--text);
  font: 14px/1.55 var(--font-sans, system-ui, sans-serif);
}
main { padding: 10px 14px; overflow-wrap: anywhere; }
main.failed { border-left: 3px solid var(--danger); }
main > :first-child { margin-top: 0; }
main > :last-child { margin-bottom: 0; }
p, .text { white-space: pre-wrap; }
p, pre, ul, ol, blockquote, .wide, figure { margin: 8px 0; }
h1, h2, h3, h4, h5, h6 { margin: 12px 0 6px; font-size: 15px; line-height: 1.3; }
h1 { font-size: 18px; }
h2 { font-size: 16px; }
ul, ol { padding-left: 22px; }
li > p { margin: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; overflow-wrap: normal; }
th, td { padding: 3px 10px; border: 1px solid var(--line); text-align: left; }
th { background: var(--sunken); }
code, pre { font-family: var(--font-mono, ui-monospace, monospace); font-size: 0.92em; background: var(--sunken); border-radius: 4px; }
code { padding: 1px 4px; }
pre { padding: 8px 12px; white-space: pre-wrap; }
blockquote { margin-left: 0; padding-left: 12px; border-left: 2px solid var(--line); color: var(--quiet); }
hr { border: 0; border-top: 1px solid var(--line); }
a { color: var(--accent); }
img { display: block; max-width: 100%; }
figcaption { color: var(--quiet); font-size: 12px; }
`;
