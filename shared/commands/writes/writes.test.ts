import { expect, test } from 'vitest';
import { classify } from '../fixtures/opened.ts';
import type { Written } from './written.ts';

const entry = (path: string): Written => ({ path, as: 'entry' });
const file = (path: string): Written => ({ path, as: 'file' });
const folder = (path: string): Written => ({ path, as: 'folder' });
const into = (path: string, ...names: string[]): Written => ({ path, as: 'into', names });

test.each<[string, Written[]]>([
  ['touch sub/x', [file('sub/x')]],
  ['touch -c -- sub/x -y', [file('sub/x'), file('-y')]],
  ['mkdir out', [entry('out')]],
  ['mkdir -pv out/a "out b"', [folder('out/a'), folder('out b')]],
  ['rm -rf build/x; rmdir build', [entry('build/x'), entry('build')]],
  ['cp -r a/b/ c', [into('c', 'b')]],
  ['cp a/x b/y out', [into('out', 'x', 'y')]],
  ['mv a/x b', [entry('a/x'), into('b', 'x')]],
  ['cat a.txt | tee -a log/x > /dev/null', [file('log/x')]],
  ['echo hi > out/a', [file('out/a')]],
  ["grep -c x a.txt >> 'out/a' 2>&1", [file('out/a')]],
  ['ls *.md &> out/a && cat out/a', [file('out/a')]],
  ['exec > out/a', [file('out/a')]],
  ["cat <<'EOF' > out/a\n$(rm x)\nEOF", [file('out/a')]],
  ["cat > out/a <<'EOF'\ntouch b\nEOF\ntouch out/b", [file('out/a'), file('out/b')]],
])('finds the paths that %j writes', (command, written) => {
  expect(classify(command).written).toEqual(written);
});

test.each([
  'ls',
  'touch',
  'touch $x',
  'touch "$(cat name)"',
  'touch sub/*',
  'touch sub/{a,b}',
  'touch ~/x',
  'touch -r a b',
  'touch --date=now b',
  'mkdir -m 700 a',
  'cp a',
  'cp -t out a',
  'cp -s a out/a',
  'mv -b a out/a',
  'ln -s a b',
  'cd sub; touch x',
  'x=sub/y; touch sub/x',
  'x=1 touch sub/x',
  'touch() { rm a; }; touch sub/x',
  'alias ls=rm; touch sub/x',
  'touch sub/x; npm test',
  'touch sub/x; ./touch sub/y',
  'touch sub/x; sed -i s/a/b/ c',
  'touch sub/x; bash -c "touch y"',
  'echo "touch y" | bash > sub/x',
  'echo $(touch y) > sub/x',
  'cat <<EOF > out/a\n$(rm x)\nEOF',
  'if true; then touch sub/x; fi',
  'cat <> sub/x',
  'find . -delete > sub/x',
  'ls | xargs touch sub/x',
  'touch sub/x\u202e',
  'touch sub/x "',
])('cannot tell the paths that %j writes', (command) => {
  expect(classify(command).written).toBeUndefined();
});
