/** The software bill of materials: CycloneDX 1.6 in JSON. The same packages give the same bytes. */
import { createHash } from 'node:crypto';
import type { PackedPackage } from './packed-packages.ts';

/** Name and version of the program, as its `package.json` has them. */
export interface PackedProgram {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

const referenceOf = ({ name, version }: Pick<PackedPackage, 'name' | 'version'>): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Not `npm sbom`, because that lists what is installed (1.5, without Electron), and this lists what is packed. */
export function sbomOf(program: PackedProgram, packages: readonly PackedPackage[]): object {
  const own = referenceOf(program);
  const components = packages.map((each) => ({
    type: each.name === 'electron' ? 'framework' : 'library',
    'bom-ref': referenceOf(each),
    name: each.name,
    version: each.version,
    scope: 'required',
    ...(each.author === null ? {} : { author: each.author }),
    licenses: [/[ (]/.test(each.licence) ? { expression: each.licence } : { license: { id: each.licence } }],
    purl: referenceOf(each),
    ...(each.sha512 === null ? {} : { hashes: [{ alg: 'SHA-512', content: each.sha512 }] }),
  }));
  const dependencies = [
    { ref: own, dependsOn: packages.map(referenceOf) },
    ...packages.map((each) => ({
      ref: referenceOf(each),
      dependsOn: packages.filter(({ name }) => each.dependsOn.includes(name)).map(referenceOf),
    })),
  ];
  const content = {
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': own,
        name: program.name,
        version: program.version,
        licenses: [{ license: { id: program.license } }],
        purl: own,
      },
    },
    components,
    dependencies,
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  };
}

/** Derives a UUID, version 8, from the content. */
function uuidOf(content: string): string {
  const bytes = createHash('sha256').update(content).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
