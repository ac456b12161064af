using namespace System.Collections.Generic

[Flags()] enum Access {
    None = 0
    Read = 1
    Write = 2
}

enum Shade : byte { Light; Dark = 5 }

class Animal {
    [string]$Name
    hidden [int] $age = 1
    static [int]$Count = 0
    Animal([string]$name) { $this.Name = $name; [Animal]::Count++ }
    [string] Speak() { return "I am $($this.Name)" }
    static [Animal] Make([string]$name) { return [Animal]::new($name) }
}

class Dog : Animal {
    [List[string]] $Tricks = [List[string]]::new()
    Dog([string]$name) : base($name) { }
    [void] Learn([string]$trick) {
        $this.Tricks.Add($trick)
    }
}

class Sizes : System.Management.Automation.IValidateSetValuesGenerator {
    [string[]] GetValidValues() { return @('small', 'large') }
}

function New-Dog {
    param(
        [Parameter(Mandatory)][string]$Name,
        [Shade]$Shade = [Shade]::Dark,
        [Access]$Access = 'Read',
        [ValidateSet([Sizes])][string]$Size = 'small'
    )
    $dog = [Dog]::new($Name)
    $dog.Learn("sit")
    $dog.Speak()
}

function Get-Map {
    param([Dictionary[string, int]]$Map, [int[,]]$Grid, [System.Collections.Generic.List[string]]$Names)
    $Map.Keys
}

function Get-Pairs {
    param(
        [Parameter(Mandatory)]
        [tuple[ [tuple[string, string]], [tuple[string, string]] ] []] $Pairs,
        [Dictionary[[string], [int]]]$Counts,
        [int]$Most = 3
    )
    $Pairs[[int]$Most]
}
