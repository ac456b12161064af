import { expect, test } from 'vitest';
import { iconNames } from './icon-names.ts';

test('every icon that is served can be chosen', () => {
  const served = Object.keys(import.meta.glob('../../public/static/icons/*.svg')).map((path) =>
    path.slice(path.lastIndexOf('/') + 1),
  );
  expect(iconNames.toSorted()).toEqual(served.toSorted());
});
