function Invoke-Native {
    param([string]$Url = 'https://example.org/?a=1&b=2#c', [string]$Glob = '*.txt')
    git log --oneline -n 5 -- $Glob
    curl -sS $Url -H "Accept: application/json" -o /dev/null -w '%{http_code}'
    docker run --rm -v ${PWD}:/work -e KEY=$Url image:latest sh -c 'echo "$HOME" && ls'
    npm install --save-dev @types/node@20
    tar -czf out.tgz --exclude=./.git .
    & "$PSScriptRoot/tool.ps1" -Name:$Glob -Flag:$false @args
    $env:FOO = 'bar'; $global:x = $script:y = $null
    ls -la | grep -E '^d' | awk '{ print $9 }'
    [Environment]::GetEnvironmentVariable('PATH') -split [IO.Path]::PathSeparator
    $x = if ($Url) { 1 } else { 2 }
    $y = foreach ($i in 1..3) { $i }
    $a, $b = 1, 2
    $o.Method($x, { $_ }).Property.Other[0].More("a $b")::Static
    return
}
