# The entry of a PowerShell call: one job as JSON on stdin, the answer as JSON in the file that
# LATHE_RESULT names. Arguments are splatted as a hashtable; nothing of them becomes a part of a script.
$ProgressPreference = 'Continue'
$ErrorActionPreference = 'Stop'
[Console]::OutputEncoding = [Text.UTF8Encoding]::new($false)
[Console]::InputEncoding = [Text.UTF8Encoding]::new($false)

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
      foreach ($part in $element.EnumerateArray()) { $list.Add((& $latheValue $part)) }
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

# What JSON can hold of an answer: plain values as they are; an object of .NET with its own properties and
# no further, since what those lead to never ends.
$latheShape = {
  param($value, $depth)
  if ($null -eq $value) { return $null }
  $base = $value.PSObject.BaseObject
  if ($base -is [string] -or $base -is [bool] -or $base.GetType().IsPrimitive -or $base -is [decimal] -or $base -is [bigint]) { return $base }
  if ($base -is [datetime] -or $base -is [DateTimeOffset]) { return $base.ToString('o') }
  if ($base -is [ValueType] -or $base -is [scriptblock] -or $base -is [type] -or $base -is [version] -or $base -is [uri] -or $base -is [xml] -or $depth -le 0) { return "$value" }
  if ($base -is [Collections.IDictionary]) {
    $table = [ordered]@{}
    foreach ($key in @($base.Keys)) { $table["$key"] = & $latheShape $base[$key] ($depth - 1) }
    return $table
  }
  if ($base -is [Collections.IEnumerable]) {
    $list = [Collections.Generic.List[object]]::new()
    foreach ($part in $base) { $list.Add((& $latheShape $part ($depth - 1))) }
    return , $list.ToArray()
  }
  $inner = if ($base -is [Management.Automation.PSCustomObject] -or $base.GetType().Assembly.IsDynamic) { $depth - 1 } else { 0 }
  $table = [ordered]@{}
  foreach ($property in $value.PSObject.Properties) {
    if ($property.Name -match '^PS(Path|ParentPath|ChildName|Drive|Provider|IsContainer)$') { continue }
    $table[$property.Name] = try { & $latheShape $property.Value $inner } catch { $null }
  }
  return $table
}

# Each stream goes its own way as it comes; what is left are the answer's pieces.
$latheSort = {
  process {
    # What a program of the machine says on stderr is no error of the script.
    if ($_ -is [Management.Automation.ErrorRecord] -and $_.FullyQualifiedErrorId -like 'NativeCommandError*') { [Console]::Error.WriteLine("$_") }
    elseif ($_ -is [Management.Automation.ErrorRecord]) { [Console]::Error.WriteLine("ERROR: $_") }
    elseif ($_ -is [Management.Automation.WarningRecord]) { [Console]::Error.WriteLine("WARNING: $_") }
    elseif ($_ -is [Management.Automation.VerboseRecord]) { [Console]::Error.WriteLine("VERBOSE: $_") }
    elseif ($_ -is [Management.Automation.DebugRecord]) { [Console]::Error.WriteLine("DEBUG: $_") }
    elseif ($_ -is [Management.Automation.InformationRecord]) { [Console]::Out.WriteLine("$_") }
    else { , $_ }
  }
}

$latheJob = & $latheValue ([Text.Json.JsonDocument]::Parse([Console]::In.ReadToEnd()).RootElement)
$latheFile = Join-Path $env:TMPDIR $latheJob.file
[IO.File]::WriteAllText($latheFile, $latheJob.source)
$latheArguments = $latheJob.arguments
$latheAnswer = @{}
$latheCode = 0
try {
  if ($null -eq $latheJob.entry) {
    & $latheFile @latheArguments *>&1 | & $latheSort | Out-String -Stream | ForEach-Object { [Console]::Out.WriteLine($_) }
  }
  else {
    $latheTarget = $latheFile
    if ($latheJob.entry -ne '.') {
      . $latheFile *>&1 | & $latheSort | Out-Null
      $latheTarget = $latheJob.entry
    }
    $latheParts = @(& $latheTarget @latheArguments *>&1 | & $latheSort)
    $latheResult = switch ($latheParts.Count) { 0 { $null } 1 { , $latheParts[0] } default { , $latheParts } }
    $latheAnswer.value = $latheResult
    $latheFormatter = "Format-$($latheJob.entry)"
    if (Get-Command $latheFormatter -CommandType Function -ErrorAction Ignore) {
      try {
        $latheText = & $latheFormatter -Result $latheResult -Arguments $latheArguments
        if ($latheText -isnot [string]) { throw 'it answered with no string' }
        $latheAnswer.formatted = $latheText
      }
      catch {
        $latheAnswer.warnings = @("The formatter `"$latheFormatter`" failed, so the plain result is shown: $_")
      }
    }
  }
}
catch {
  $latheCode = 1
  $latheFault = @{ class = $_.Exception.GetType().Name; message = "$_" }
  # Frames of this file say nothing to an author.
  $latheFrames = @("$($_.ScriptStackTrace)" -split "`n" | Where-Object { -not $_.Contains(", ${PSCommandPath}: ") })
  $latheOwn = @($latheFrames | Where-Object { $_ -match ", $([regex]::Escape($latheFile)): \D*(\d+)" } | Select-Object -First 1)
  if ($_.InvocationInfo.ScriptName -eq $latheFile) { $latheFault.line = $_.InvocationInfo.ScriptLineNumber }
  elseif ($latheOwn.Count -gt 0 -and $latheOwn[0] -match ': \D*(\d+)\s*$') { $latheFault.line = [int]$Matches[1] }
  $latheFault.traceback = $latheFrames -join "`n"
  $latheAnswer = @{ fault = $latheFault }
  [Console]::Error.WriteLine("$($latheFault.class): $_")
}
if ($latheAnswer.ContainsKey('value')) { $latheAnswer.value = & $latheShape $latheAnswer.value 9 }
$latheJson = ConvertTo-Json -InputObject $latheAnswer -Depth 10 -Compress -WarningAction Ignore
[IO.File]::WriteAllText($env:LATHE_RESULT, $latheJson)
exit $latheCode
