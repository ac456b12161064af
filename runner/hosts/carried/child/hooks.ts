import type { InitializeHook, ResolveHook } from 'node:module';
import { z } from 'zod/mini';

const hosts =
  /^lathe$|^@modelcontextprotocol\/(server|sdk)(\/.+)?$|^@opencode-ai\/plugin(\/.*)?$|^@(mariozechner|oh-my-pi|f5-sales-demo|earendil-works)\/.+$/;
const path = /^[./]|^[a-z][a-z+]+:/;
let imports: Record<string, string> = {};

/** `data` is JSON: addresses by import specifier. */
export const initialize: InitializeHook = (data) => {
  imports = z.record(z.string(), z.string()).parse(JSON.parse(String(data ?? '{}')));
};

/** Resolves a module's imports: those of its host in the kit, packages in the packages of this folder. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  const given = imports[specifier];
  if (given !== undefined) return { url: given, shortCircuit: true };
  if (hosts.test(specifier)) {
    return { url: new URL('./pi.mjs', import.meta.url).href, shortCircuit: true };
  }
  if (path.test(specifier)) return next(specifier, context);
  const wanted = specifier.replace(/^typebox(?=\/|$)/, '@sinclair/typebox');
  try {
    return await next(wanted, context);
  } catch {
    return next(wanted, { ...context, parentURL: import.meta.url });
  }
};
