/** Why something is dropped or rewritten, by code; `{name}` stands for a value. */
export const lossReasons = {
  'root-type': 'The root of the parameters must be an object',
  'properties-not-object': 'Properties must be an object',
  'host-gives': 'The host provides "{name}"; models never see it',
  'host-left-out': 'Parts that the host provides are left out',
  'tool-name':
    'The provider allows at most {most} of the characters {allowed}, so it is sent as "{name}"',

  'reference-inlined': 'The target of the reference is sent in its place',
  'reference-nowhere': 'The reference "{ref}" is not sent: it points to nothing',
  'reference-boolean': 'The reference "{ref}" is not sent: it points to a boolean schema',
  'reference-itself': 'The reference "{ref}" is not sent: it refers to itself',
  'reference-large': 'The reference "{ref}" is not sent: it makes the schema too large',
  'parts-as-one': 'The parts of "allOf" are sent as one schema',
  'boolean-part': 'A part that is just "{value}" cannot be sent',
  'joined-list': 'Names from several parts are sent as one list',
  'another-property': 'Another part defines "{name}" differently',
  'tighter-bound': 'Another part has a tighter limit',
  'another-keyword': 'Another part has its own "{keyword}", and only that is sent',

  'not-at-root': '{provider} does not accept "{keyword}" at the root',
  'forms-together':
    '{provider} does not accept "{keyword}" at the root; the parameters of all its forms are offered together',
  'boolean-form': 'A form that is just "{value}" cannot be sent',
  'forms-differ': 'The forms define "{name}" differently; either is accepted',
  'one-form-only': 'It applies to one form only',
  'required-by-every-form': 'A parameter is required only if every form requires it',
  'required-added': 'Parameters that every form requires are added',

  'strict-keyword': 'Strict mode does not accept "{keyword}"',
  'strict-format': 'Strict mode does not accept "format": "{format}"',
  'strict-boolean': 'Strict mode has no boolean schemas',
  'strict-one-of': 'Strict mode has only "anyOf"',
  'strict-beside-any-of': 'It is next to "anyOf"',
  'strict-type': 'Strict mode requires a type: any simple value is accepted',
  'strict-items': 'Strict mode requires items: any simple value is accepted',
  'strict-no-object': 'It has no meaning if the type is not an object',
  'strict-reference': 'Strict mode accepts nothing next to a reference: it becomes "anyOf"',
  'strict-optional':
    '"{name}" was optional. Strict mode requires every parameter, so it may be null instead',
  'strict-required': '"required" now lists every parameter',
  'strict-closed': 'Strict mode allows only declared properties',
  'strict-nothing-fits': 'No value can match it',

  'gemini-keyword': 'Gemini does not accept "{keyword}"',
  'gemini-format': 'Gemini does not accept "format": "{format}"',
  'gemini-boolean': 'Gemini has no boolean schemas',
  'gemini-one-type':
    'Gemini accepts one type; null becomes "nullable", other types become alternatives',
  'gemini-null': 'Gemini expresses null with "nullable"',
  'gemini-null-already': 'Another keyword allows null already',
  'gemini-one-of': 'Gemini has only "anyOf"',
  'gemini-beside-alternatives': 'It is next to other alternatives',
  'gemini-enum': 'Gemini accepts only strings in an enum, not {values}',
  'gemini-beside-values': 'There is already another list of values',
  'gemini-const': 'Gemini has no "const"; it becomes an "enum" with one value',
  'gemini-example': 'Gemini accepts one example',
  'gemini-definitions': 'Gemini has no definitions; each is sent where it is used',
  'gemini-required': 'Gemini refuses required names that are not properties',
  'gemini-empty-list': 'An empty list has no meaning',

  'list-no-place': 'A flat list has no place for it',
  'list-type': 'A flat list has no "{given}"; it becomes "{type}"',
} as const;

export type LossCode = keyof typeof lossReasons;
