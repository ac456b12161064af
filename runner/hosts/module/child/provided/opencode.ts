import { z } from 'zod';

/** A tool of opencode: its arguments are the fields of a zod object. */
export const tool = Object.assign(<Tool>(one: Tool): Tool => one, { schema: z });
