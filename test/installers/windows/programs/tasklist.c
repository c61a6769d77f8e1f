/* wine 8's tasklist lists nothing. This one lists every running program as CSV and leaves the filters out. Built with
 * KILL it is taskkill, and ends the programs whose name follows /IM. */
#include <stdio.h>
#include <string.h>
#include <windows.h>
#include <tlhelp32.h>

#ifdef KILL
static const char *name = "";

static void visit(const PROCESSENTRY32 *entry) {
  HANDLE process;
  if (_stricmp(entry->szExeFile, name) != 0) return;
  process = OpenProcess(PROCESS_TERMINATE, FALSE, entry->th32ProcessID);
  TerminateProcess(process, 1);
  CloseHandle(process);
}
#else
static void visit(const PROCESSENTRY32 *entry) {
  printf("\"%s\",\"%lu\",\"Console\",\"1\",\"1 K\"\n", entry->szExeFile, entry->th32ProcessID);
}
#endif

int main(int count, char **arguments) {
  PROCESSENTRY32 entry = {sizeof entry};
  HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
  BOOL more;
#ifdef KILL
  int index;
  for (index = 1; index + 1 < count; index++)
    if (_stricmp(arguments[index], "/IM") == 0) name = arguments[index + 1];
#else
  (void)count;
  (void)arguments;
#endif
  for (more = Process32First(all, &entry); more; more = Process32Next(all, &entry)) visit(&entry);
  CloseHandle(all);
  return 0;
}
