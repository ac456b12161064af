import {
  compareDecimals,
  decimalOf,
  isMultiple,
  isWhole,
  type Decimal,
} from '../../tool/decimal.ts';
import { ExactNumber } from '../../tool/exact-number.ts';
import type { Json, JsonSchema } from '../../tool/json.ts';

/** Whether JavaScript can represent all numbers of a value exactly. */
export function areHeld(value: Json): boolean {
  for (const one of numbersOf(value))
    if (typeof one !== 'number' && one.double === undefined) return false;
  return true;
}

/** One prime for each different `multipleOf` of a schema. */
const PRIMES = [3, 5, 7, 11, 13, 17, 19, 23];

/**
 * Replaces exact numbers for a validator that only knows JavaScript numbers. If JavaScript can represent all
 * numbers of a schema and a value, they stay. Otherwise each gets a place: places are ordered like the
 * numbers, integers get integer places, and a multiple of a `multipleOf` gets a multiple of its factor. So
 * the validator's verdict is the same.
 */
export class NumberPlaces {
  /** By value, so that `3` and `3.0` have the same place; undefined if the numbers stay. */
  readonly #places: ReadonlyMap<string, number> | undefined;
  readonly #factors: ReadonlyMap<string, number>;

  constructor(schema: JsonSchema, value: Json) {
    this.#factors = new Map();
    if (areHeld(schema) && areHeld(value)) return;
    const found = [...numbersOf(schema), ...numbersOf(value)];
    const factors = new Map(multiplesOf(schema).map((one) => [keyOf(one), one]));
    if (factors.size > PRIMES.length)
      throw new RangeError(`The schema has more than ${PRIMES.length} different "multipleOf"`);
    this.#factors = new Map([...factors.keys()].map((key, index) => [key, PRIMES[index]!]));
    const known = new Map(
      found.map((one) => decimalOf(String(one))).map((one) => [keyOf(one), one]),
    );
    const sorted = [...known.values()].sort(compareDecimals);
    const room = 4 * [...this.#factors.values()].reduce((all, prime) => all * prime, 1);
    this.#places = new Map(
      sorted.map((one, index) => [keyOf(one), (index * room + this.#inRoom(one, factors)) / 2]),
    );
  }

  /** Returns the value with places instead of its numbers. */
  of(value: Json): Json {
    if (typeof value === 'number' || value instanceof ExactNumber) {
      const place = this.#places?.get(keyOf(decimalOf(String(value))));
      return place ?? (typeof value === 'number' ? value : Number(value.text));
    }
    if (Array.isArray(value)) return value.map((one) => this.of(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.of(one)]));
  }

  /** Returns the factor of the places of this number's multiples. */
  factor(number: Json): Json {
    const prime = this.#factors.get(keyOf(decimalOf(String(number))));
    return prime === undefined ? this.of(number) : prime / 2;
  }

  /**
   * Returns the position of a number in its range, in halves: even for an integer, and a multiple of the
   * prime of each `multipleOf` that divides the number.
   */
  #inRoom(number: Decimal, factors: ReadonlyMap<string, Decimal>): number {
    let place = isWhole(number) ? 2 : 1;
    for (const [key, factor] of factors)
      if (isMultiple(number, factor)) place *= this.#factors.get(key)!;
    return place;
  }
}

const keyOf = ({ sign, digits, exponent }: Decimal) => `${sign} ${digits} ${exponent}`;

function* numbersOf(value: Json): Generator<number | ExactNumber> {
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ((typeof next === 'number' && Number.isFinite(next)) || next instanceof ExactNumber)
      yield next;
    else if (typeof next === 'object' && next !== null) open.push(...Object.values(next));
  }
}

/** Returns every value of `multipleOf` in a schema. A property with that name does no harm. */
function multiplesOf(schema: Json): Decimal[] {
  if (typeof schema !== 'object' || schema === null || schema instanceof ExactNumber) return [];
  const own = Array.isArray(schema) ? undefined : schema.multipleOf;
  const isNumber = typeof own === 'number' || own instanceof ExactNumber;
  const decimal = isNumber ? decimalOf(String(own)) : undefined;
  const inner = Object.values(schema).flatMap(multiplesOf);
  return decimal && decimal.sign > 0 ? [decimal, ...inner] : inner;
}
