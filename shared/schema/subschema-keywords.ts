/**
 * Where schemas lie within a schema: the keyword holds one schema, a list of them, or a map from
 * names that are the author's own. Source: JSON Schema 2020-12 and draft-7, core and applicators.
 */
export const SUBSCHEMA_KEYWORDS: ReadonlyMap<string, 'one' | 'list' | 'map' | 'one-or-list'> =
  new Map([
    ['additionalItems', 'one'],
    ['additionalProperties', 'one'],
    ['contains', 'one'],
    ['contentSchema', 'one'],
    ['else', 'one'],
    ['if', 'one'],
    ['not', 'one'],
    ['propertyNames', 'one'],
    ['then', 'one'],
    ['unevaluatedItems', 'one'],
    ['unevaluatedProperties', 'one'],
    ['items', 'one-or-list'],
    ['allOf', 'list'],
    ['anyOf', 'list'],
    ['oneOf', 'list'],
    ['prefixItems', 'list'],
    ['$defs', 'map'],
    ['definitions', 'map'],
    ['dependencies', 'map'],
    ['dependentSchemas', 'map'],
    ['patternProperties', 'map'],
    ['properties', 'map'],
  ]);
