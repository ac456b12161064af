import { jsonFix } from './lint.ts';
import type { Lint } from './lint.ts';

const SHORT_DESCRIPTION = 10;
/** The highest timeout in seconds: the runner stops every tool after ten minutes. */
const LONGEST_SECONDS = 600;

const lintId = ({ definition, facts, report }: Lint): void => {
  const { id } = definition;
  const { folderName, file } = facts;
  const rename = (name: string) =>
    jsonFix(`Set the id to "${name}"`, file, [{ path: ['id'], value: name }]);
  if (typeof id !== 'string' || id === '') {
    report(
      'warning',
      'no-id',
      ['id'],
      `No "id"; the folder name "${folderName}" is used`,
      { folderName },
      rename(folderName),
    );
    return;
  }
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(id))
    report(
      'error',
      'bad-id',
      ['id'],
      `"${id}" is not a valid id: start with a letter, then use letters, digits, "_" or "-"`,
      { id },
    );
  else if (!/^[a-z][a-z0-9_]*$/.test(id)) {
    const snake = id
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replace(/-/g, '_')
      .toLowerCase();
    report(
      'warning',
      'id-not-snake',
      ['id'],
      `Write the id "${id}" as "${snake}": lower case and underscores`,
      { id, snake },
      rename(snake),
    );
  }
  if (id !== folderName)
    report(
      'warning',
      'id-unlike-folder',
      ['id'],
      `The id "${id}" differs from the folder name "${folderName}"; use the same name for both`,
      { id, folderName },
      rename(folderName),
    );
};

const lintDescription = ({ definition, report }: Lint): void => {
  const { description } = definition;
  if (typeof description !== 'string' || description.trim() === '')
    report(
      'warning',
      'no-description',
      ['description'],
      'No "description"; a model needs it to decide when to call the tool',
    );
  else if (
    [...description.trim()].length < SHORT_DESCRIPTION &&
    !/[\u3400-\u9fff]{4}/.test(description)
  )
    report(
      'info',
      'short-description',
      ['description'],
      'The description is very short; describe the input, the output and the limits',
    );
};

const lintTimeout = ({ definition, facts, report }: Lint): void => {
  const { timeout } = definition;
  if (timeout === undefined) return;
  if (typeof timeout !== 'number' || !(timeout > 0)) {
    report(
      'warning',
      'bad-timeout',
      ['timeout'],
      '"timeout" must be a positive number of seconds; it is ignored',
    );
    return;
  }
  if (timeout <= LONGEST_SECONDS) return;
  const isMilliseconds = timeout % 1000 === 0;
  const seconds = isMilliseconds ? timeout / 1000 : LONGEST_SECONDS;
  const hours = timeout / 3600;
  const length =
    hours >= 1 ? `over ${Math.floor(hours)} hours` : `over ${Math.floor(timeout / 60)} minutes`;
  const fix = jsonFix(`Change to ${seconds}`, facts.file, [{ path: ['timeout'], value: seconds }]);
  report(
    'warning',
    'timeout-too-long',
    ['timeout'],
    `"timeout" is in seconds. ${timeout} s is ${length}; the runner stops every tool at ${LONGEST_SECONDS} s`,
    { timeout, most: LONGEST_SECONDS },
    fix,
  );
};

const lintIcon = ({ definition, facts, report }: Lint): void => {
  const { icon } = definition;
  if (typeof icon !== 'string' || facts.icons === undefined || facts.icons.includes(icon)) return;
  report('info', 'unknown-icon', ['icon'], `There is no icon "${icon}"; choose one from the list`, {
    icon,
  });
};

/** Checks the fields other than the parameters: id, description, timeout, icon. */
export function lintFields(lint: Lint): void {
  lintId(lint);
  lintDescription(lint);
  lintTimeout(lint);
  lintIcon(lint);
}
