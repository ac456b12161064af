import { z } from 'zod';

/** Any JSON value (RFC 8259). NaN and infinities are no JSON and are refused at the door. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const Json: z.ZodType<Json> = z.json() as z.ZodType<Json>;
export const JsonObject: z.ZodType<JsonObject> = z.record(z.string(), Json);

/** The arguments of one call: parameter name to JSON value. */
export type Arguments = JsonObject;
export const Arguments = JsonObject;

/** A JSON Schema (2020-12 or draft-7). Kept as it was written: unknown keywords are the author's. */
export type JsonSchema = JsonObject;
export const JsonSchema = JsonObject;
