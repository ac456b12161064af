# Every bash of a box reads this first (BASH_ENV): a name that begins with "-" and that a wildcard would
# put in among a program's words could be taken for an option.
GLOBIGNORE='-*'
# Setting it lets wildcards match names that begin with a dot, too.
shopt -u dotglob
