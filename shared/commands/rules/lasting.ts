import type { Reason } from '../../tool/problem/reason.ts';
import { because, type ReasonCode } from '../because.ts';

/** Files that decide which programs start later, by kind. */
const lasting: readonly (readonly [RegExp, ReasonCode])[] = [
  [
    /(^|\/)\.git\/(config|modules\/.*config|info\/attributes)$|(^|\/)\.git(config|attributes|modules)$/,
    'names-programs-git-starts-later',
  ],
  [/(^|\/)(\.git\/hooks|\.husky|\.githooks)\//, 'hook-git-starts-later'],
  [
    /(^|\/)(\.github\/(workflows|actions)\/|\.gitlab-ci\.ya?ml$|\.circleci\/|Jenkinsfile$|azure-pipelines\.ya?ml$|\.travis\.ya?ml$)/,
    'run-build-server-later',
  ],
  [
    /(^|\/|~)\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|inputrc|envrc)$|^\/+etc\/(profile|bash\.bashrc|environment)/,
    'run-every-new-shell',
  ],
];

/**
 * Returns the effect of writing a path on later programs, or undefined. An approval of such a write is never
 * remembered.
 */
export const lastingEffect = (path: string): Reason | undefined => {
  const found = lasting.find(([form]) => form.test(path.replace(/\/\.?(?=\/)/g, '')));
  return found && because(found[1], { path });
};
