/** A new tool's code: seed 001's first example, and the one thing to know of braces. */
export const starter = `# Single braces hold a parameter's name; Python's own are written {{ and }}.
text = '{text}'
print(text)
`;
