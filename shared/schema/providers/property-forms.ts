import type { Json } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';
import { sameJson } from '../json/same-json.ts';
import { jsonPointer } from '../json/json-pointer.ts';
import type { Part } from './flat.ts';
import { placeWithin } from './place-within.ts';
import type { Source } from './source.ts';

interface Form {
  schema: Json;
  place: string;
}

/** The properties of several schemas, offered together: a name that they say differently may be either. */
export class PropertyForms {
  readonly #source: Source;
  readonly #forms = new Map<string, Form[]>();
  #at: string | undefined;

  constructor(source: Source) {
    this.#source = source;
  }

  add(part: Part): void {
    this.#at ??= part.at;
    if (part.at !== this.#at) {
      const [first, other] = [this.#at, part.at].map((at) => jsonPointer(at, 'properties'));
      this.#source.losses.together(first!, other!);
    }
    for (const [name, schema] of Object.entries(isObject(part.value) ? part.value : {})) {
      const place = placeWithin(part, 'properties', name);
      const forms = this.#forms.get(name) ?? [];
      this.#forms.set(name, forms);
      const same = forms.find((form) => sameJson(form.schema, schema));
      if (same) this.#source.losses.twin(same.place, place);
      else forms.push({ schema, place });
    }
  }

  /** As one `properties`; undefined when none was added. */
  merged(): Part | undefined {
    if (this.#at === undefined) return undefined;
    const value = Object.fromEntries(
      [...this.#forms].map(([name, forms]) => [name, this.#either(name, forms)]),
    );
    const moved = new Map([...this.#forms].map(([name, [first]]) => [name, first!.place]));
    return { value, at: this.#at, moved };
  }

  #either(name: string, forms: Form[]): Json {
    if (forms.length === 1) return forms[0]!.schema;
    const arms = forms.flatMap(({ schema, place }) => {
      this.#source.say(place, 'rewrite', 'forms-differ', { name });
      // No value fits a form that is false, so it adds nothing to what may be sent.
      if (schema === false) return [];
      return [schema === true ? {} : schema];
    });
    return arms.length === 1 ? arms[0]! : { anyOf: arms };
  }
}
