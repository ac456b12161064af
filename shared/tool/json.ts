import { z } from 'zod';
import { ExactNumber } from './exact-number.ts';

/**
 * Any JSON value (RFC 8259). NaN and infinities are refused on input. A number that a JavaScript number
 * cannot hold exactly is an ExactNumber.
 */
export type Json =
  null | boolean | number | ExactNumber | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const Json: z.ZodType<Json> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.instanceof(ExactNumber),
    z.array(Json),
    z.record(z.string(), Json),
  ]),
);
export const JsonObject: z.ZodType<JsonObject> = z.record(z.string(), Json);

/** The arguments of one call: parameter name to JSON value. */
export type Arguments = JsonObject;
export const Arguments = JsonObject;

/** A JSON Schema (2020-12 or draft-7), as its author wrote it, with unknown keywords. */
export type JsonSchema = JsonObject;
export const JsonSchema = JsonObject;
