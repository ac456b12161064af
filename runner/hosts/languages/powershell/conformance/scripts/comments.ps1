function Test-Comments { # behind the brace
    <# before #> param( <# in the list #>
        # above the first
        [string] <# in between #> $A, # behind the first
        <#
          above the second
        #>
        [int]$B = <# before the value #> 3 # behind the value
        # at the end
    ) # behind the list
    # } not closed { ( '
    $a.b#c
    $x = 1 # a "quote
    <# { ( " #> 'done'
} # end

# function Not-This { }
<#
function Not-That { }
#>
function Test-Last { param(#first
    $A) $A }
