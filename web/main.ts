import './zod-without-eval.ts';

// Whatever makes a schema comes after: a bundle's chunks would else run before the line above.
void import('./start.ts');
