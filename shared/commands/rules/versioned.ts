const words = /^(--version|-V|version)$/;
const letters = /^(--version|-V|-v|version)$/;

const programs =
  'bash cargo cmake deno docker gcc g++ git go java javac jq make node npm npx perl php pip pip3 python python3 rg ruby rustc tsc';

/** Programs that only print their version, and the words that request it. */
export const versioned: ReadonlyMap<string, RegExp> = new Map(
  programs.split(' ').map((name) => [name, /^(deno|node|npm|npx)$/.test(name) ? letters : words]),
);
