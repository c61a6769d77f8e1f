/** The least that a program can show: one window with one field. What a start of Caja takes is compared with it. */
import { app, BrowserWindow } from 'electron';

void app.whenReady().then(() => new BrowserWindow().loadURL('data:text/html,<title>Empty</title><input autofocus>'));
