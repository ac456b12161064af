import { expect, test } from 'vitest';
import { readFolder } from '../../../shared/formats/read-folder.ts';
import { choicesOf } from './choices-of.ts';
import { et } from './texts.ts';

const files = {
  'definition.json': '{"id":"t","description":"d","parameters":{"type":"object","properties":{}}}',
  'execution.py': 'print(1)\n',
  'notes.txt': 'mine',
  'samples.json': '[{"name":"s","arguments":{}}]',
};

test('F6 a folder is offered as it is first, with what each other form leaves behind', () => {
  const choices = choicesOf(readFolder('t', files), files);
  expect(choices.map(({ id, fit }) => `${id} ${fit}`)).toEqual([
    'three-layer own',
    'custom-tool some',
    'create-tool some',
    'tool-define some',
    'mcp-server some',
    'functions some',
    'script-module none',
    'agent none',
  ]);
  expect(choices[0]?.written.files).toBe(files);
  expect(choices[4]?.losses.map(({ code }) => code)).toEqual(['format-no-sandbox']);
  expect(choices[4]?.written.files['samples.json']).toContain('"s"');
});

test('F6 every form has a name and says where it is at home, in both languages', () => {
  for (const { id } of choicesOf(readFolder('t', files), files)) {
    for (const catalog of Object.values(et.catalogs)) {
      expect(catalog).toHaveProperty([id]);
      expect(catalog).toHaveProperty([`${id}.where`]);
    }
  }
});
