/** Why something is dropped or rewritten, by code; `{name}` stands for a value of the loss. */
export const lossReasons = {
  'root-type': 'The root of the parameters must be an object',
  'properties-not-object': 'Properties must be an object',
  'host-gives': '"{name}" is given by the host; a model never sees it',
  'host-left-out': 'What the host gives is left out',
  'tool-name':
    'The provider takes at most {most} of the characters {allowed}, so it is sent as "{name}"',

  'reference-inlined': 'What the reference means is sent in its place',
  'reference-nowhere': 'The reference "{ref}" is not sent: it leads nowhere',
  'reference-boolean': 'The reference "{ref}" is not sent: it means a boolean schema',
  'reference-itself': 'The reference "{ref}" is not sent: it refers to itself',
  'reference-large': 'The reference "{ref}" is not sent: the schema is too large with it',
  'parts-as-one': 'The parts of "allOf" are sent as one schema',
  'boolean-part': 'A part that is just "{value}" cannot be sent',
  'joined-list': 'Names from several parts are sent as one list',
  'another-property': 'Another part says "{name}" otherwise',
  'tighter-bound': 'Another part has a tighter bound',
  'another-keyword': 'Another part has a "{keyword}" of its own, and only that is sent',

  'not-at-root': '{provider} takes no "{keyword}" at the root',
  'forms-together':
    '{provider} takes no "{keyword}" at the root; the parameters of all its forms are offered together',
  'boolean-form': 'A form that is just "{value}" cannot be sent',
  'forms-differ': 'The forms say "{name}" differently; either is taken',
  'one-form-only': 'It holds for one form only',
  'required-by-every-form': 'Required is only what every form requires',
  'required-added': 'What every form requires is added',

  'strict-keyword': 'Strict mode does not take "{keyword}"',
  'strict-format': 'Strict mode does not take "format": "{format}"',
  'strict-boolean': 'Strict mode knows no boolean schemas',
  'strict-one-of': 'Strict mode has "anyOf" only',
  'strict-beside-any-of': 'It stands beside "anyOf"',
  'strict-type': 'Strict mode wants a type: any plain value is taken',
  'strict-items': 'Strict mode wants items: any plain value is taken',
  'strict-no-object': 'It says nothing where the type is no object',
  'strict-reference': 'Strict mode takes nothing beside a reference: it becomes "anyOf"',
  'strict-optional':
    '"{name}" was optional. Strict mode wants every parameter required, so it is sent as required and may be null',
  'strict-required': 'Strict mode wants exactly the declared properties',
  'strict-closed': 'Strict mode allows declared properties only',
  'strict-nothing-fits': 'No value fits it',

  'gemini-keyword': 'Gemini does not take "{keyword}"',
  'gemini-format': 'Gemini does not take "format": "{format}"',
  'gemini-boolean': 'Gemini knows no boolean schemas',
  'gemini-one-type': 'Gemini takes one type; null is said by "nullable", others are alternatives',
  'gemini-null': 'Gemini says null by "nullable"',
  'gemini-null-already': 'Null is allowed by another keyword',
  'gemini-one-of': 'Gemini has "anyOf" only',
  'gemini-beside-alternatives': 'It stands beside other alternatives',
  'gemini-enum': 'Gemini takes an enum of texts only, not {values}',
  'gemini-beside-values': 'Another list of values stands beside it',
  'gemini-const': 'Gemini has no "const"; it is sent as an "enum" of one',
  'gemini-example': 'Gemini takes one example',
  'gemini-definitions': 'Gemini has no definitions; each is sent where it is meant',
  'gemini-required': 'Gemini refuses required names that are no properties',
  'gemini-empty-list': 'An empty list says nothing',

  'list-no-place': 'A flat list has no place for it',
  'list-type': 'A flat list knows no "{given}"; it becomes "{type}"',
} as const;

export type LossCode = keyof typeof lossReasons;
