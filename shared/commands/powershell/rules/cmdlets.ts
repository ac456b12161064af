/** The parameters of a command that only reads. Names are in lower case because PowerShell ignores case. */
export interface CmdletRule {
  /** Parameters with which it only reads; any other needs approval. */
  parameters: readonly string[];
  /** Whether values without a parameter name, or after any other parameter, are paths. */
  paths?: true;
  /** Parameters whose value is no path. */
  valued?: readonly string[];
  /** Parameters whose value is a pattern of names, which must not contain a folder. */
  patterns?: readonly string[];
  /** Whether the first value without a parameter name is no path. */
  textFirst?: true;
  /** The pipe input that it accepts besides files: texts of files, or anything. */
  pipe?: 'texts' | 'any';
  /** The lowest number of values; with fewer, the command uses a default location. */
  least?: number;
  /** Whether all its values must be script blocks, which are judged by themselves. */
  blocks?: true;
}

const words = (text: string): string[] => text.trim().split(/\s+/);
const text = (parameters: string): CmdletRule => ({ parameters: words(parameters) });

const path = 'path literalpath pspath lp';
const naming = 'filter include exclude';

/** By command. Source: seed 003, READ_ONLY, as PowerShell commands. */
export const readers: Readonly<Record<string, CmdletRule>> = {
  'get-content': {
    parameters: words(
      `${path} ${naming} totalcount first head tail last readcount encoding delimiter raw`,
    ),
    paths: true,
    valued: words('totalcount first head tail last readcount encoding delimiter'),
    patterns: words(naming),
  },
  'get-childitem': {
    parameters: words(
      `${path} ${naming} recurse depth force name file directory attributes hidden readonly system s ad af`,
    ),
    paths: true,
    valued: words('depth attributes'),
    patterns: words(naming),
  },
  'get-item': {
    parameters: words(`${path} ${naming} force`),
    paths: true,
    patterns: words(naming),
  },
  'get-itemproperty': { parameters: words(`${path} name`), paths: true, valued: ['name'] },
  'test-path': { parameters: words(`${path} pathtype isvalid`), paths: true, valued: ['pathtype'] },
  'resolve-path': { parameters: words(`${path} relative`), paths: true },
  'convert-path': { parameters: words(path), paths: true },
  'get-filehash': { parameters: words(`${path} algorithm`), paths: true, valued: ['algorithm'] },
  'select-string': {
    parameters: words(
      `${path} pattern simplematch casesensitive context allmatches list notmatch quiet raw encoding include exclude noemphasis`,
    ),
    paths: true,
    valued: words('pattern context encoding'),
    patterns: words('include exclude'),
    textFirst: true,
    pipe: 'texts',
  },
  'import-csv': {
    parameters: words(`${path} delimiter header encoding`),
    paths: true,
    valued: words('delimiter header encoding'),
  },
  'set-location': { parameters: words(path), paths: true, least: 1 },
  'push-location': { parameters: words(path), paths: true },
  // On Linux and macOS, this name is the system's program, whose operands are files.
  sort: {
    parameters: words('property descending unique casesensitive stable'),
    paths: true,
    valued: words('property'),
    pipe: 'any',
  },

  'join-path': text('path childpath additionalchildpath'),
  'split-path': text(
    'path literalpath leaf parent leafbase extension qualifier noqualifier isabsolute',
  ),
  'format-hex': {
    parameters: words(`${path} count offset encoding`),
    paths: true,
    valued: words('count offset encoding'),
  },
  'get-module': text('name all listavailable'),
  'pop-location': text(''),
  'get-location': text(''),
  'write-output': text('inputobject noenumerate'),
  'write-host': text('object nonewline separator foregroundcolor backgroundcolor'),
  'write-verbose': text('message'),
  'write-debug': text('message'),
  'write-warning': text('message'),
  'write-error': text('message'),
  'write-information': text('messagedata tags'),
  'out-string': text('width stream inputobject nonewline'),
  'out-null': text('inputobject'),
  'out-host': text('inputobject'),
  'out-default': text('inputobject'),
  'format-table': text('property autosize wrap groupby hidetableheaders inputobject'),
  'format-list': text('property groupby inputobject'),
  'format-wide': text('property column autosize inputobject'),
  'sort-object': text(
    'property descending unique top bottom casesensitive culture stable inputobject',
  ),
  'select-object': text(
    'property first last skip skiplast index unique expandproperty excludeproperty inputobject casesensitive',
  ),
  'where-object': text(
    'filterscript property value inputobject eq ne gt ge lt le like notlike match notmatch contains notcontains in notin is isnot not ceq cne clike cmatch cin',
  ),
  'foreach-object': { parameters: words('process begin end'), blocks: true },
  'measure-command': { parameters: words('expression'), blocks: true },
  'group-object': text('property noelement ashashtable asstring casesensitive inputobject'),
  'measure-object': text(
    'property line word character sum average maximum minimum standarddeviation allstats ignorewhitespace inputobject',
  ),
  'compare-object': text(
    'referenceobject differenceobject property includeequal excludedifferent passthru casesensitive syncwindow',
  ),
  'get-unique': text('asstring ontype inputobject caseinsensitive'),
  'join-string': text(
    'separator property singlequote doublequote formatstring outputprefix outputsuffix',
  ),
  'convertto-json': text('depth compress asarray enumsasstrings inputobject'),
  'convertfrom-json': text('ashashtable depth noenumerate inputobject'),
  'convertto-csv': text('delimiter notypeinformation usequotes inputobject'),
  'convertfrom-csv': text('delimiter header inputobject'),
  'convertfrom-stringdata': text('stringdata delimiter'),
  'get-date': text(
    'date format uformat year month day hour minute second displayhint asutc unixtimeseconds',
  ),
  'new-timespan': text('start end days hours minutes seconds'),
  'get-random': text('minimum maximum inputobject count setseed shuffle'),
  'new-guid': text('empty'),
  'get-member': text('name membertype static inputobject'),
  'get-variable': text('name scope valueonly'),
  'get-command': text('name commandtype syntax noun verb'),
  'get-alias': text('name definition'),
  'get-process': text('name id'),
  'get-service': text('name displayname'),
  'get-history': text('id count'),
  'get-psdrive': text('name'),
  'get-host': text(''),
  'get-culture': text(''),
  'get-uiculture': text(''),
  'get-timezone': text(''),
  'get-uptime': text(''),
  'get-verb': text('verb group'),
  'start-sleep': text('seconds milliseconds'),
  'set-strictmode': text('version off'),
};

/** Aliases that are names of programs on Linux and macOS. */
export const natives: ReadonlySet<string> = new Set(words('cat dir ls sort type'));

/** Commands that output files. After any other command, the file names in a pipe are unknown. */
export const listers: ReadonlySet<string> = new Set(
  words('get-childitem get-item where-object sort-object sort select-object'),
);

/** Common parameters that set variables, with their short forms. */
export const risky = words(
  'outvariable outbuffer pipelinevariable errorvariable warningvariable informationvariable ov ob pv ev wv iv',
);

/** Common parameters that only change the messages. */
export const harmless = words(
  'erroraction ea verbose vb debug db warningaction wa informationaction progressaction',
);
