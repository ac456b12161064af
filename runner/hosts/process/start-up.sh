# Every bash in a sandbox reads this first (BASH_ENV): a wildcard could insert a name that begins with "-" among a
# program's words, which would be read as an option.
GLOBIGNORE='-*'
# Setting it also lets wildcards match names that begin with a dot.
shopt -u dotglob
