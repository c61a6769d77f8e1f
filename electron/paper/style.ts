/** Print styles. Black on white alone, system fonts, figures under each other. */

/** Shared by sheets and rolls. */
export const commonStyle = `
*{box-sizing:border-box;margin:0;padding:0}
html{color:#000;background:#fff;color-scheme:light;-webkit-print-color-adjust:exact}
body{font-family:"Helvetica Neue",Helvetica,Arial,"Liberation Sans","Noto Sans","DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;text-wrap:pretty}
strong,h1,h2,th{font-weight:700}
header,.sums small,.receipt{text-wrap:balance}
.warning{border:1.5pt solid #000;font-weight:700;text-align:center}
`;

/** Documents on letter or A4. */
export const sheetStyle = `
@page{font-family:"Helvetica Neue",Helvetica,Arial,"Liberation Sans","Noto Sans","DejaVu Sans",sans-serif;font-size:8pt;color:#000}
body{font-size:9.5pt;line-height:1.4}
header{display:flex;justify-content:space-between;gap:10mm;padding-bottom:4mm;border-bottom:1pt solid #000}
h1{font-size:16pt;line-height:1.2;margin-bottom:1mm}
h2{font-size:11pt;margin:6mm 0 2mm;break-after:avoid}
.merchant{text-align:right;flex:none;max-width:45%}
.warning{margin-top:4mm;padding:1.5mm}
.sums{display:flex;flex-wrap:wrap;margin:5mm 0;border:.75pt solid #000;overflow:clip}
.sums>div{flex:1 1 0;min-width:min-content;margin:-.75pt 0 0 -.75pt;padding:2.5mm 3mm;border:solid #999;border-width:.75pt 0 0 .75pt}
.sums dt{font-size:8pt;min-height:2lh;align-content:end}
.sums dd{font-size:12pt;font-weight:700;white-space:nowrap}
.sums dd small{display:block;font-size:8pt;font-weight:400;white-space:normal;overflow-wrap:normal}
.side{display:flex;flex-wrap:wrap;column-gap:8mm}
.side>section{flex:1 1 70mm;break-inside:avoid}
table{width:100%;border-collapse:collapse;font-size:8.5pt}
thead{display:table-header-group}
tfoot{display:table-row-group;break-before:avoid;font-weight:700}
tr{break-inside:avoid}
th,tfoot td{overflow-wrap:break-word}
th{text-align:left;border-bottom:1pt solid #000;padding:1mm 1.5mm;vertical-align:bottom}
td{border-bottom:.5pt solid #999;padding:1mm 1.5mm;vertical-align:top}
td:not(.firm,.right){min-width:22mm}
th:first-child,td:first-child{padding-left:0}
th:last-child,td:last-child{padding-right:0}
tfoot td{border-bottom:0;border-top:1pt solid #000}
.right{text-align:right;white-space:nowrap}
th.right{white-space:normal}
.right small{white-space:normal;max-width:45mm;margin-left:auto}
.side .right{width:25%}
.side .right:last-child{width:38%}
.firm{white-space:nowrap}
td small{display:block;font-size:8pt}
.code{display:inline-block}
.note{margin-top:3mm}
.sign{display:flex;gap:12mm;margin-top:18mm;break-inside:avoid}
.sign>p{flex:1;border-top:.75pt solid #000;padding-top:1mm;font-size:8pt}
`;

/** Receipts, on rolls and on sheets. */
export const rollStyle = `
.receipt+.receipt{break-before:page}
.receipt{font-size:9pt;line-height:1.35}
.receipt .head{text-align:center}
.receipt .head strong{font-size:11pt}
.receipt h1{font-size:10.5pt;text-align:center;margin-top:2mm}
.receipt .copy{text-align:center;font-size:8pt}
.receipt .warning{padding:1mm;margin:2mm 0}
.receipt .amount{text-align:center;font-size:17pt;font-weight:700;line-height:1.2;margin:1mm 0}
.receipt .told{text-align:center;font-weight:700}
.receipt .rule{border:0;border-top:.75pt dashed #000;margin:2mm 0}
.receipt dl>div{display:flex;justify-content:space-between;gap:3mm}
.receipt dt{flex:none}
.receipt dd{text-align:right}
.receipt .long{display:block}
.receipt .long dd{text-align:left}
.receipt .note{text-align:center;margin-top:2mm}
.receipt .sign{border-top:.75pt solid #000;margin-top:18mm;padding-top:1mm;width:80mm}
.roll-58{font-size:8pt}
.roll-58 .amount{font-size:14pt}
.roll-58 .head strong{font-size:10pt}
.letter,.a4{font-size:11pt;line-height:1.5;max-width:120mm;margin:0 auto}
.letter .amount,.a4 .amount{font-size:26pt;margin:3mm 0}
.letter .head strong,.a4 .head strong{font-size:15pt}
.letter h1,.a4 h1{font-size:13pt}
.letter .copy,.a4 .copy{font-size:9pt}
.letter .rule,.a4 .rule{margin:5mm 0}
`;
