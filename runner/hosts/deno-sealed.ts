/** How Deno is started without any right, without a setting of its own and without asking for more. */
export const denoSealed: readonly string[] = [
  'run',
  '--quiet',
  '--no-prompt',
  // Without these three, modules of a few sites may be imported by whoever has no rights at all.
  '--no-remote',
  '--no-npm',
  '--deny-import',
  '--no-config',
  '--no-lock',
];
