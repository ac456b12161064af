// The types of Node 20 lack this module, which Deno and later versions of Node have.
declare module 'node:sqlite' {
  export class DatabaseSync {
    constructor(path: string);
    exec(sql: string): void;
    prepare(sql: string): {
      run(...values: (string | number | null)[]): unknown;
      all(...values: (string | number | null)[]): unknown[];
    };
    close(): void;
  }
}
