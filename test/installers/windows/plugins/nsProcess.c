/* Stands for nsProcess: looks for a running program by name. The scripts end programs by taskkill, not by this. */
#include "plugin.h"
#include <tlhelp32.h>

/* Codes of nsProcess. */
#define FOUND L"0"
#define NOT_FOUND L"603"

PLUGIN_FUNCTION(_FindProcess) {
  WCHAR name[1024];
  PROCESSENTRY32W entry = {sizeof entry};
  HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
  BOOL more = Process32FirstW(all, &entry), found = FALSE;
  ENTER;
  pop(name);
  for (; more && !found; more = Process32NextW(all, &entry)) found = lstrcmpiW(entry.szExeFile, name) == 0;
  CloseHandle(all);
  push(found ? FOUND : NOT_FOUND);
}

PLUGIN_FUNCTION(_Unload) { ENTER; }
