/** `nativeTheme`: the system theme that pages see. */
import { StandInEmitter } from '../not-implemented.ts';

type ThemeSource = 'system' | 'light' | 'dark';

class NativeTheme extends StandInEmitter {
  readonly shouldUseHighContrastColors = false;
  readonly prefersReducedTransparency = false;
  private source: ThemeSource = 'system';

  get themeSource(): ThemeSource {
    return this.source;
  }
  set themeSource(source: ThemeSource) {
    this.source = source;
    this.emit('updated');
  }
  /** The simulated system is light, or dark with `CAJA_HOST_THEME=dark`. */
  get shouldUseDarkColors(): boolean {
    return this.source === 'dark' || (this.source === 'system' && process.env['CAJA_HOST_THEME'] === 'dark');
  }
  mediaFeatures(): { name: string; value: string }[] {
    return [{ name: 'prefers-color-scheme', value: this.shouldUseDarkColors ? 'dark' : 'light' }];
  }
}

export const nativeTheme = new NativeTheme();
