/** Words of Python that are no names. Source: `keyword.kwlist` of CPython 3.14. */
export const keywords: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except ' +
    'finally for from global if import in is lambda nonlocal not or pass raise return try while ' +
    'with yield'
  ).split(' '),
);
