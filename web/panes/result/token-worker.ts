import { countTokens, decodeGenerator, encode } from 'gpt-tokenizer/encoding/o200k_base';
import { measureTokens, type Tokenizer } from './measure-tokens.ts';

/** Tokens of a text by o200k, beside the page: a large text must not hold up typing. */
export interface TokenQuestion {
  id: number;
  text: string;
  ruled: number;
}

// Text such as "<|endoftext|>" is the author's own and no control token.
const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

const o200k: Tokenizer = {
  count: (text) => countTokens(text, asText),
  split: (text) => [...decodeGenerator(encode(text, asText))].filter((piece) => piece !== ''),
};

self.addEventListener('message', ({ data }: MessageEvent<TokenQuestion>) => {
  self.postMessage({ id: data.id, measure: measureTokens(data.text, o200k, data.ruled) });
});
