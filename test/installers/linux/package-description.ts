/** What a package says of itself, in the words of fpm's options. */
export interface PackageDescription {
  readonly name: string;
  readonly version: string;
  /** In Debian's words: `amd64`, `arm64`. */
  readonly architecture: string;
  readonly summary: string;
  readonly description: string;
  readonly maintainer: string;
  readonly vendor: string;
  readonly url: string;
  readonly category: string;
  readonly license: string;
  readonly priority: string;
  readonly compression: string;
  readonly depends: readonly string[];
  readonly recommends: readonly string[];
}

export interface PackageContents {
  /** The files as they will lie below `/`. */
  readonly staged: string;
  /** A folder for what the tools write. */
  readonly work: string;
  /** Scripts of the shell. */
  readonly afterInstall: string;
  readonly afterRemove: string;
  readonly result: string;
}
