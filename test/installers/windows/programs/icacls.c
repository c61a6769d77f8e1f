/* wine's icacls does nothing. Writes its arguments down, a line for each start. */
#include <stdio.h>

int main(int count, char **arguments) {
  FILE *log = fopen("C:\\rights.txt", "a");
  int index;
  if (log == NULL) return 1;
  for (index = 1; index < count; index++) fprintf(log, "[%s]", arguments[index]);
  fputs("\n", log);
  return fclose(log);
}
