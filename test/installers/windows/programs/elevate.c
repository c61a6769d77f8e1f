/* Stands for elevate.exe, which the updater starts the installer with: it only has to be there. */
int main(void) { return 0; }
