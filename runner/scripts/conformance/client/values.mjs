/** Arguments that fit a tool: what it requires, as a person fills in a form. */
export const argumentsFor = ({ properties = {}, required = [] }) =>
  Object.fromEntries(required.map((name) => [name, valueFor(properties[name] ?? {})]));

/** What a form holds once it is accepted as it stands: its defaults, and a value for whatever has none. */
export const contentFor = ({ properties = {} }) =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valueFor(one)]));

const byType = { string: 'text', number: 2, integer: 2, boolean: true, array: [], object: {} };

const valueFor = ({ default: given, enum: among, type }) =>
  given ?? among?.[0] ?? byType[type] ?? null;
