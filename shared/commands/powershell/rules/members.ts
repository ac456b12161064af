const words = (text: string): string[] => text.trim().split(/\s+/);

/** Types whose constructors and conversions only compute. Names are in lower case and without `system.`. */
export const safeTypes: ReadonlySet<string> = new Set(
  words(`string char int int16 int32 int64 long short byte uint32 uint64 uint double single float decimal
    bool boolean datetime datetimeoffset timespan guid version array hashtable ordered pscustomobject
    psobject object regex math convert text.encoding switch void nullable bigint numerics.biginteger
    stringsplitoptions stringcomparison globalization.cultureinfo io.path`),
);

/** Static methods that only compute; `*` means all methods of the type. */
export const staticMethods: Readonly<Record<string, readonly string[]>> = {
  math: ['*'],
  string: words('join format isnullorempty isnullorwhitespace concat compare equals'),
  char: ['*'],
  int: words('parse'),
  int32: words('parse'),
  int64: words('parse'),
  long: words('parse'),
  double: words('parse isnan'),
  decimal: words('parse round floor truncate'),
  bool: words('parse'),
  datetime: words('parse parseexact isleapyear daysinmonth'),
  timespan: words('parse fromdays fromhours fromminutes fromseconds frommilliseconds'),
  guid: words('newguid parse'),
  regex: words('match matches ismatch split escape unescape'),
  convert: words(
    'toint32 toint64 todouble tostring toboolean tobase64string frombase64string tobyte',
  ),
  array: words('indexof reverse sort'),
  'io.path': words(
    'getfilename getfilenamewithoutextension getextension getdirectoryname combine changeextension hasextension',
  ),
};

/**
 * Instance methods that only compute, whatever the object is. Omits `Replace`, which on a file object
 * replaces another file.
 */
export const methods: ReadonlySet<string> = new Set(
  words(`tostring toupper tolower toupperinvariant tolowerinvariant trim trimstart trimend split substring
    startswith endswith contains containskey containsvalue indexof lastindexof padleft padright tochararray
    gettype equals compareto gethashcode adddays addhours addminutes addmonths addseconds addyears
    addmilliseconds touniversaltime tolocaltime getenumerator`),
);

/** Attributes of parameters. Their contents are judged like other code. */
export const attributes: ReadonlySet<string> = new Set(
  words(`parameter cmdletbinding alias outputtype validateset validaterange validatepattern validatelength
    validatecount validatescript validatenotnull validatenotnullorempty allownull allowemptystring
    allowemptycollection`),
);
