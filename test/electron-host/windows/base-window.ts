/** `BaseWindow`: a frame without a page. Windows asks it whether the system's session may end, as every window that is shown. */
import { app } from '../main/app.ts';
import { StandInEmitter } from '../not-implemented.ts';

interface FrameOptions {
  readonly show?: boolean;
  readonly title?: string;
}

const frames = new Set<BaseWindow>();

export class BaseWindow extends StandInEmitter {
  private visible: boolean;
  private minimized = false;

  constructor({ show = true }: FrameOptions = {}) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BaseWindow before app is ready');
    this.visible = show;
    frames.add(this);
  }

  static getAllWindows = (): BaseWindow[] => [...frames];
  isVisible = (): boolean => this.visible;
  isMinimized = (): boolean => this.minimized;
  removeMenu(): void {}
  minimize(): void {
    this.visible = true;
    this.minimized = true;
    this.emit('minimize');
  }
}
