/** Port of the updater of this system, which takes nothing that is not signed. */
import type { OfferedUpdate, UpdateFailureReason } from '#shared/updates/updates.ts';

/** The update was not taken. Nothing of it was used. */
export class UpdateRefused extends Error {
  readonly why: UpdateFailureReason;
  constructor(why: UpdateFailureReason, detail: string) {
    super(detail);
    this.name = 'UpdateRefused';
    this.why = why;
  }
}

export interface Updater {
  /** True when the installation asks nothing of anybody, so that it can happen at the end of the program. */
  readonly installsAlone: boolean;
  /** True when the installer itself starts the new version. */
  readonly startsAgain: boolean;
  /** Returns a newer version; null when there is none for this seat. @throws UpdateRefused */
  look(): Promise<OfferedUpdate | null>;
  /** Downloads what was found last, and compares it with the signed list. @throws UpdateRefused */
  download(onPercent: (percent: number) => void): Promise<void>;
  /**
   * Compares the downloaded file once more, and hands it to the system. Call it when everything else is closed.
   * @param restart the new version is to be started afterwards
   * @throws UpdateRefused, and Error where the system did not install it
   */
  install(restart: boolean): Promise<void>;
}
