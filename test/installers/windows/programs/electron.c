/* Stands for Electron's program: appends its arguments to C:\started.txt, and stays until it is ended with --stay. */
#include <stdio.h>
#include <string.h>
#include <windows.h>

/* Electron's fuse wire (see electron-fuses.ts), which the packer looks for. */
__attribute__((used)) static volatile const char wire[] = FUSE_WIRE;

int main(int count, char **arguments) {
  BOOL stay = FALSE;
  FILE *file = fopen("C:\\started.txt", "a");
  int index;
  if (!file) return 1;
  for (index = 0; index < count; index++) {
    fprintf(file, "[%s]", arguments[index]);
    if (strcmp(arguments[index], "--stay") == 0) stay = TRUE;
  }
  fprintf(file, "\n");
  fclose(file);
  if (stay) Sleep(INFINITE);
  return wire[0] == 0;
}
