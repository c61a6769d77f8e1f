/** Bridge between the page and the main process: two functions, typed by the contract. */
import { contextBridge, ipcRenderer } from 'electron';
import { callChannel, eventChannel } from '#shared/contract/channels.ts';
import type { Bridge, EventMessage } from '#shared/contract/contract.ts';

const bridge: Bridge = {
  call: (group, name, input) => ipcRenderer.invoke(callChannel, { group, name, input }) as Promise<unknown>,
  on: (listener) => {
    const forward = (_event: unknown, message: EventMessage): void => listener(message);
    ipcRenderer.on(eventChannel, forward);
    return () => {
      ipcRenderer.removeListener(eventChannel, forward);
    };
  },
};

contextBridge.exposeInMainWorld('caja', bridge);
