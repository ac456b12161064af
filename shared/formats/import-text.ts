/** A line of code that imports. Written out, it would read as an import of the file that holds it. */
export const importText = (what: string, from: string): string => `import ${what} from '${from}';`;
