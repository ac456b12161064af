# The entry of a PowerShell call: one job as JSON on stdin, the answer as JSON in the file that
# LATHE_RESULT names. Arguments are splatted as a hashtable; nothing of them becomes a part of a script.
# It may be started before its call is known, and makes itself ready while stdin is silent.
$ProgressPreference = 'Continue'
$ErrorActionPreference = 'Stop'
[Console]::OutputEncoding = [Text.UTF8Encoding]::new($false)
[Console]::InputEncoding = [Text.UTF8Encoding]::new($false)
$latheInput = [IO.StreamReader]::new([Console]::OpenStandardInput()).ReadToEndAsync()

# ConvertFrom-Json would make dates of texts that look like one.
$latheValue = {
  param($element)
  switch ($element.ValueKind) {
    'Object' {
      $table = @{}
      foreach ($part in $element.EnumerateObject()) { $table[$part.Name] = & $latheValue $part.Value }
      return $table
    }
    'Array' {
      $list = [Collections.Generic.List[object]]::new()
      # A call of this block for each piece of a long list would take most of the time.
      foreach ($part in $element.EnumerateArray()) {
        if ($part.ValueKind -eq 'String') { $list.Add($part.GetString()) } else { $list.Add((& $latheValue $part)) }
      }
      return , $list.ToArray()
    }
    'String' { return $element.GetString() }
    'Number' {
      $whole = 0L
      if ($element.TryGetInt64([ref]$whole)) { return $whole }
      $text = $element.GetRawText()
      if ($text -match '^-?[0-9]+$') { return [bigint]::Parse($text, [Globalization.CultureInfo]::InvariantCulture) }
      return $element.GetDouble()
    }
    'True' { return $true }
    'False' { return $false }
    default { return $null }
  }
}

# A hashtable as the dictionary of .NET that a parameter is of; one that does not fit is PowerShell's to refuse.
$latheTable = {
  param($table, $type)
  foreach ($one in @($type) + $type.GetInterfaces()) {
    if (-not $one.IsGenericType -or $one.GetGenericTypeDefinition() -ne [Collections.Generic.IDictionary`2]) { continue }
    $kinds = $one.GetGenericArguments()
    try {
      $made = [Activator]::CreateInstance($(if ($type.IsInterface) { [Collections.Generic.Dictionary`2].MakeGenericType($kinds) } else { $type }))
      foreach ($entry in $table.GetEnumerator()) { $made.Add([Management.Automation.LanguagePrimitives]::ConvertTo($entry.Key, $kinds[0]), [Management.Automation.LanguagePrimitives]::ConvertTo($entry.Value, $kinds[1])) }
      return , $made
    }
    catch { break }
  }
  return $table
}

$latheMost = 9
# What JSON can hold of an answer: plain values as they are; an object of .NET with its own properties and
# no further (a depth below 0), since what those lead to never ends.
$latheShape = {
  param($value, $depth)
  if ($null -eq $value) { return $null }
  $base = $value.PSObject.BaseObject
  if ($base -is [bigint]) { return [Text.Json.Nodes.JsonNode]::Parse("$base") }
  if ($base -is [IntPtr] -or $base -is [UIntPtr]) { return "$base" }
  if ($base -is [string] -or $base -is [bool] -or $base.GetType().IsPrimitive -or $base -is [decimal]) { return $base }
  if ($base -is [datetime] -or $base -is [DateTimeOffset]) { return $base.ToString('o') }
  if ($base -is [ValueType] -or $base -is [scriptblock] -or $base -is [type] -or $base -is [version] -or $base -is [uri] -or $base -is [xml]) { return "$value" }
  if ($depth -eq 0) { $latheNotes['deep'] = $true }
  if ($depth -le 0) { return "$value" }
  $table = [Collections.Generic.Dictionary[string, object]]::new()
  if ($base -is [Collections.IDictionary]) {
    foreach ($entry in $base.GetEnumerator()) { $table["$($entry.Key)"] = & $latheShape $entry.Value ($depth - 1) }
    return $table
  }
  if ($base -is [Collections.IEnumerable]) {
    $list = [Collections.Generic.List[object]]::new()
    foreach ($part in $base) {
      if ($part -is [int]) { $list.Add([int]$part) }
      elseif ($part -is [string]) { $list.Add([string]$part) }
      elseif ($part -is [double]) { $list.Add([double]$part) }
      elseif ($part -is [long]) { $list.Add([long]$part) }
      else { $list.Add((& $latheShape $part ($depth - 1))) }
    }
    return , $list
  }
  $inner = if ($base -is [Management.Automation.PSCustomObject] -or $base.GetType().Assembly.IsDynamic) { $depth - 1 } else { -1 }
  foreach ($property in $value.PSObject.Properties) {
    if ($property.Name -match '^PS(Path|ParentPath|ChildName|Drive|Provider|IsContainer)$') { continue }
    $table[$property.Name] = try { & $latheShape $property.Value $inner } catch { $null }
  }
  return $table
}

$latheStyle = [Text.Json.JsonSerializerOptions]::new()
$latheStyle.Encoder = [Text.Encodings.Web.JavaScriptEncoder]::UnsafeRelaxedJsonEscaping
$latheStyle.NumberHandling = 'AllowNamedFloatingPointLiterals'
$latheJson = { param($answer) , [Text.Json.JsonSerializer]::SerializeToUtf8Bytes($answer, [hashtable], $latheStyle) }

# Each stream goes its own way as it comes; what is left are the answer's pieces, which are kept at once
# where they are asked for: a script may end behind any of them.
$latheSort = {
  param($pieces)
  process {
    if ($_ -is [Management.Automation.InformationalRecord] -or $_ -is [Management.Automation.InformationRecord] -or $_ -is [Management.Automation.ErrorRecord]) {
      # What a program of the machine says on stderr is no error of the script.
      if ($_ -is [Management.Automation.ErrorRecord] -and $_.FullyQualifiedErrorId -like 'NativeCommandError*') { [Console]::Error.WriteLine("$_") }
      elseif ($_ -is [Management.Automation.ErrorRecord]) { [Console]::Error.WriteLine("ERROR: $_") }
      elseif ($_ -is [Management.Automation.WarningRecord]) { [Console]::Error.WriteLine("WARNING: $_") }
      elseif ($_ -is [Management.Automation.VerboseRecord]) { [Console]::Error.WriteLine("VERBOSE: $_") }
      elseif ($_ -is [Management.Automation.DebugRecord]) { [Console]::Error.WriteLine("DEBUG: $_") }
      else { [Console]::Out.WriteLine("$_") }
    }
    elseif ($null -eq $pieces) { , $_ }
    else { $pieces.Add($_) }
  }
}

# What was given: nothing, one piece, or several as a list.
$latheWhole = { switch ($lathePieces.Count) { 0 { $null } 1 { , $lathePieces[0] } default { , $lathePieces.ToArray() } } }

# One call: its script is read, and what its function gives is told.
$latheCall = {
  param($latheJob, $latheTo)
  $lathePieces = [Collections.Generic.List[object]]::new()
  $latheNotes = @{ deep = $false; called = $false; through = $false; failed = $false }
  $latheAnswer = @{}
  $latheWarnings = [Collections.Generic.List[string]]::new()
  $latheCode = 0
  $latheFile = [IO.Path]::Combine($env:TMPDIR, $latheJob.file)
  [IO.File]::WriteAllText($latheFile, $latheJob.source)
  $latheArguments = $latheJob.arguments
  $latheTarget = $latheFile
  try {
    # A "break" or "continue" in no loop of the script's own ends one of these, and not this file.
    do {
      $global:LASTEXITCODE = 0
      if ($latheJob['entry'] -notin $null, '.') {
        . $latheFile *>&1 | & $latheSort | Out-Null
        # "exit" in a file ends that file alone.
        if (-not $? -and $LASTEXITCODE -ne 0) { $latheCode = $LASTEXITCODE; break }
        $latheTarget = $latheJob.entry
      }
      $latheNotes['called'] = $true
      foreach ($latheEntry in @($latheArguments.GetEnumerator())) {
        if ($latheEntry.Value -isnot [hashtable]) { continue }
        $latheParameter = (Get-Command $latheTarget).Parameters[$latheEntry.Key]
        if ($latheParameter) { $latheArguments[$latheEntry.Key] = & $latheTable $latheEntry.Value $latheParameter.ParameterType }
      }
      $latheRun = {
        do {
          & $latheTarget @latheArguments *>&1
          $latheNotes['failed'] = -not $? -and $latheTarget -eq $latheFile -and $LASTEXITCODE -ne 0
          $latheNotes['through'] = $true
        } while ($false)
      }
      if ($null -ne $latheJob['entry']) { & $latheRun | & $latheSort $lathePieces }
      else { & $latheRun | & $latheSort | Out-String -Stream | ForEach-Object { [Console]::Out.WriteLine($_) } }
      if ($latheNotes['failed']) { $latheCode = $LASTEXITCODE }
    } while ($false)
    if (-not $latheNotes['called']) { throw "The script ended, by `"exit`" or `"break`", before `"$($latheJob.entry)`" could be called" }
    $latheFormatter = "Format-$($latheJob['entry'])"
    if ($latheNotes['through'] -and $null -ne $latheJob['entry'] -and $ExecutionContext.SessionState.InvokeProvider.Item.Exists("function:\$latheFormatter")) {
      try {
        $latheText = & $latheFormatter -Result (& $latheWhole) -Arguments $latheArguments
        if ($latheText -isnot [string]) { throw 'it answered with no string' }
        $latheAnswer.formatted = [string]$latheText
      }
      catch { $latheWarnings.Add("The formatter `"$latheFormatter`" failed, so the plain result is shown: $_") }
    }
  }
  catch {
    if ($latheCode -eq 0) { $latheCode = 1 }
    $latheNotes['through'] = $true
    $latheFault = @{ class = $_.Exception.GetType().Name; message = "$_" }
    # Frames of this file say nothing to an author.
    $latheFrames = @("$($_.ScriptStackTrace)" -split "`n" | Where-Object { -not $_.Contains(", ${PSCommandPath}: ") })
    $latheOwn = @($latheFrames | Where-Object { $_ -match ", $([regex]::Escape($latheFile)): \D*(\d+)" } | Select-Object -First 1)
    if ($_.InvocationInfo.ScriptName -eq $latheFile) { $latheFault.line = $_.InvocationInfo.ScriptLineNumber }
    elseif ($latheOwn.Count -gt 0 -and $latheOwn[0] -match ': \D*(\d+)\s*$') { $latheFault.line = [int]$Matches[1] }
    $latheFault.traceback = $latheFrames -join "`n"
    $latheAnswer.fault = $latheFault
    [Console]::Error.WriteLine("$($latheFault.class): $_")
  }
  finally {
    # "exit" in a function comes here and goes no further.
    if (-not $latheNotes['through']) { $latheWarnings.Add('It ended before its last line, by "exit", or by "break" or "continue" outside of a loop; its output up to that point is kept') }
    if ($null -ne $latheJob['entry'] -and ($lathePieces.Count -gt 0 -or -not $latheAnswer.ContainsKey('fault'))) { $latheAnswer.value = & $latheShape (& $latheWhole) $latheMost }
    if ($latheNotes['deep']) { $latheWarnings.Add("The answer is nested deeper than $latheMost levels; deeper parts are given as text") }
    if ($latheWarnings.Count -gt 0) { $latheAnswer.warnings = $latheWarnings }
    [IO.File]::WriteAllBytes($latheTo, (& $latheJson $latheAnswer))
  }
}

$latheTo = $env:LATHE_RESULT
# With time left until the call, all that it needs is compiled by a call of our own, and what most scripts use is loaded.
if (-not $latheInput.IsCompleted) {
  Import-Module Microsoft.PowerShell.Utility, Microsoft.PowerShell.Management
  $latheTrial = '{"source":"function Get-It { param($A) $A; 1; @{ b = 1.5 } }","file":"trial.ps1","arguments":{"A":["b",null,true,{"c":1}]},"entry":"Get-It"}'
  $latheTrialTo = [IO.Path]::Combine($env:TMPDIR, 'trial.json')
  & $latheCall (& $latheValue ([Text.Json.JsonDocument]::Parse($latheTrial).RootElement)) $latheTrialTo
  foreach ($latheLeft in 'trial.ps1', 'trial.json') { [IO.File]::Delete([IO.Path]::Combine($env:TMPDIR, $latheLeft)) }
}
$latheJob = & $latheValue ([Text.Json.JsonDocument]::Parse($latheInput.GetAwaiter().GetResult()).RootElement)
foreach ($latheEntry in $latheJob.environment.GetEnumerator()) { [Environment]::SetEnvironmentVariable($latheEntry.Key, $latheEntry.Value) }
. $latheCall $latheJob $latheTo
# Taking the session down costs as much as a short call, and is only of use to those who listen for it.
if ($ExecutionContext.Events.Subscribers.Count -eq 0) { [Environment]::Exit($latheCode) }
exit $latheCode
