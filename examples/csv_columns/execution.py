import csv
import io
import sys

rows = csv.DictReader(io.StringIO('{csv_text}', newline=''), delimiter='{delimiter}')
columns = {columns}

known = rows.fieldnames or []
unknown = [name for name in columns if name not in known]
if unknown:
    raise ValueError(f'no column {{unknown[0]!r}}; there are {{", ".join(known)}}')
out = csv.DictWriter(
    sys.stdout, columns, delimiter='{delimiter}', extrasaction='ignore', lineterminator='\n'
)
out.writeheader()
out.writerows(rows)
