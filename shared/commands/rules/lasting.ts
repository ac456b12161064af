/** Files that decide what programs start later, with what each of them is. */
const lasting: readonly (readonly [RegExp, string])[] = [
  [
    /(^|\/)\.git\/(config|modules\/.*config|info\/attributes)$|(^|\/)\.git(config|attributes|modules)$/,
    'names programs that git starts later',
  ],
  [/(^|\/)(\.git\/hooks|\.husky|\.githooks)\//, 'is a hook that git starts later'],
  [
    /(^|\/)(\.github\/(workflows|actions)\/|\.gitlab-ci\.ya?ml$|\.circleci\/|Jenkinsfile$|azure-pipelines\.ya?ml$|\.travis\.ya?ml$)/,
    'is run by the build server later',
  ],
  [
    /(^|\/|~)\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|inputrc|envrc)$|^\/+etc\/(profile|bash\.bashrc|environment)/,
    'is run by every new shell',
  ],
];

/** What writing a path means for what runs later, or undefined: such a permission is never remembered. */
export const lastingEffect = (path: string): string | undefined => {
  const found = lasting.find(([form]) => form.test(path.replace(/\/\.?(?=\/)/g, '')));
  return found && `"${path}" ${found[1]}`;
};
