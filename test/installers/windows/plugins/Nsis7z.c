/* Stands for Nsis7z: unpacks with the 7za of the machine that wine runs on. CAJA_UNPACK names a script for it. */
#include <stdio.h>
#include "plugin.h"

typedef char *(CDECL *unix_name)(const WCHAR *path);

/* wine can start a program of the machine, but not wait for it: the script leaves this file with its exit code. */
static int unpack(const WCHAR *archive, const WCHAR *folder) {
  WCHAR script[1024], command[8192], done[2048];
  unix_name name = (unix_name)GetProcAddress(GetModuleHandleA("kernel32"), "wine_get_unix_file_name");
  STARTUPINFOW start = {sizeof start};
  PROCESS_INFORMATION process;
  FILE *file;
  int code = 1, wait;
  if (!name || !GetEnvironmentVariableW(L"CAJA_UNPACK", script, 1024)) return 1;
  wsprintfW(done, L"%s.done", archive);
  swprintf(command, 8192, L"unpack \"%hs\" \"%hs\"", name(archive), name(folder));
  if (!CreateProcessW(script, command, NULL, NULL, FALSE, 0, NULL, NULL, &start, &process)) return 1;
  for (wait = 0; wait < 2400; wait++, Sleep(50)) {
    if (!(file = _wfopen(done, L"r"))) continue;
    fscanf(file, "%d", &code);
    fclose(file);
    DeleteFileW(done);
    return code;
  }
  return 1;
}

PLUGIN_FUNCTION(Extract) {
  WCHAR archive[2048];
  ENTER;
  if (unpack(pop(archive), variable(OUTDIR_VARIABLE)) != 0) ExitProcess(70);
}
