value = {value}
from_unit = '{from_unit}'
to_unit = '{to_unit}'

# Each unit in its quantity's base unit: metres, grams, litres.
factors = {{
    'length': {{'mm': 0.001, 'cm': 0.01, 'm': 1, 'km': 1000, 'in': 0.0254, 'ft': 0.3048, 'mi': 1609.344}},
    'mass': {{'g': 1, 'kg': 1000, 'oz': 28.349523125, 'lb': 453.59237}},
    'volume': {{'ml': 0.001, 'l': 1, 'gal': 3.785411784}},
}}
to_kelvin = {{'c': lambda t: t + 273.15, 'f': lambda t: (t + 459.67) * 5 / 9, 'k': lambda t: t}}
of_kelvin = {{'c': lambda t: t - 273.15, 'f': lambda t: t * 9 / 5 - 459.67, 'k': lambda t: t}}

if from_unit in to_kelvin and to_unit in to_kelvin:
    result = of_kelvin[to_unit](to_kelvin[from_unit](value))
else:
    for units in factors.values():
        if from_unit in units and to_unit in units:
            result = value * units[from_unit] / units[to_unit]
            break
    else:
        raise ValueError(f'{{from_unit}} and {{to_unit}} do not measure the same thing')
print(f'{{result:.10g}} {{to_unit}}')
