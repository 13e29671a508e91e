import { zipSync } from 'fflate';

/** Workbook as other programs write it, of which `parts` are those that matter. */
export function workbookOfOthers(parts: Readonly<Record<string, string>>): Uint8Array {
  const all = {
    '_rels/.rels':
      '<Relationships><Relationship Id="rId1" Type="http://x/officeDocument" Target="/xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml':
      '<x:workbook xmlns:x="main" xmlns:r="rel"><x:sheets><x:sheet name="Hidden" state="hidden" r:id="rId1"/><x:sheet name="A &amp; B" r:id="rId2"/></x:sheets></x:workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://x/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="http://x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId4" Type="http://x/styles" Target="styles.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
    ...parts,
  };
  return zipSync(
    Object.fromEntries(
      Object.entries(all).map(([path, text]) => [path, new TextEncoder().encode(text)]),
    ),
  );
}
