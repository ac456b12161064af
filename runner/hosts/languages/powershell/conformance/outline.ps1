# Prints what PowerShell's own parser finds in each script of a JSON list on standard input.
using namespace System.Management.Automation.Language

function Get-Constant([ExpressionAst]$Value) {
    if ($null -eq $Value) { return @{ kind = 'none' } }
    try { $known = $Value.SafeGetValue() } catch { return @{ kind = 'worked-out' } }
    if ($known -is [scriptblock] -or $known -is [type]) { return @{ kind = 'worked-out' } }
    @{ kind = 'constant'; value = $known }
}

function Get-Parameter([ParameterAst]$Parameter) {
    $attributes = @($Parameter.Attributes | Where-Object { $_ -is [AttributeAst] })
    $own = @($attributes | Where-Object { $_.TypeName.GetReflectionAttributeType() -eq [Parameter] })
    $sets = foreach ($one in $own) {
        $given = @{ set = '__AllParameterSets'; mandatory = $false; hidden = $false }
        foreach ($argument in $one.NamedArguments) {
            $value = $argument.ExpressionOmitted -or $argument.Argument.SafeGetValue()
            switch ($argument.ArgumentName) {
                'Mandatory' { $given.mandatory = [bool]$value }
                'DontShow' { $given.hidden = [bool]$value }
                'ParameterSetName' { $given.set = $argument.Argument.SafeGetValue() }
            }
        }
        $given
    }
    $choices = foreach ($one in $attributes) {
        if ($one.TypeName.GetReflectionAttributeType() -ne [ValidateSet]) { continue }
        foreach ($argument in $one.PositionalArguments) {
            if ($argument -is [TypeExpressionAst]) { continue }
            "$($argument.SafeGetValue())"
        }
    }
    @{
        name    = $Parameter.Name.VariablePath.UserPath
        sets    = @($sets)
        choices = @($choices)
        switch  = $Parameter.StaticType -eq [switch]
        default = Get-Constant $Parameter.DefaultValue
    }
}

function Get-Outline([string]$Source) {
    $tokens = $faults = $null
    $root = [Parser]::ParseInput($Source, [ref]$tokens, [ref]$faults)
    $statements = @($root.EndBlock.Statements)
    $functions = foreach ($one in $statements) {
        if ($one -isnot [FunctionDefinitionAst]) { continue }
        $list = $one.Body.ParamBlock ? $one.Body.ParamBlock.Parameters : $one.Parameters
        @{
            name       = $one.Name
            line       = $one.Extent.StartLineNumber
            endLine    = $one.Extent.EndLineNumber
            parameters = @($list | Where-Object { $_ } | ForEach-Object { Get-Parameter $_ })
        }
    }
    @{
        faults     = @($faults | ForEach-Object { "$($_.Extent.StartLineNumber): $($_.Message)" })
        functions  = @($functions)
        works      = @($statements | Where-Object { $_ -isnot [FunctionDefinitionAst] }).Count -gt 0
        parameters = $root.ParamBlock ? @($root.ParamBlock.Parameters | ForEach-Object { Get-Parameter $_ }) : $null
    }
}

$sources = [Console]::In.ReadToEnd() | ConvertFrom-Json -NoEnumerate
[Console]::Out.Write((ConvertTo-Json -Depth 12 -Compress -InputObject @($sources | ForEach-Object { Get-Outline $_ })))
