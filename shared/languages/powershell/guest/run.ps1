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
      return $element.GetDouble()
    }
    'True' { return $true }
    'False' { return $false }
    default { return $null }
  }
}

# Each stream goes its own way as it comes; what is left are the answer's pieces.
$latheSort = {
  process {
    if ($_ -is [Management.Automation.ErrorRecord]) { [Console]::Error.WriteLine("ERROR: $_") }
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
  if ($_.InvocationInfo.ScriptName -eq $latheFile) { $latheFault.line = $_.InvocationInfo.ScriptLineNumber }
  $latheFault.traceback = "$($_.ScriptStackTrace)"
  $latheAnswer = @{ fault = $latheFault }
  [Console]::Error.WriteLine("$($latheFault.class): $_")
}
$latheJson = ConvertTo-Json -InputObject $latheAnswer -Depth 10 -Compress -WarningAction Ignore
[IO.File]::WriteAllText($env:LATHE_RESULT, $latheJson)
exit $latheCode
