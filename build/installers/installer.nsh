; Parts of the Windows installer that electron-builder does not have. SHELL_CONTEXT is the account or all of them, as
; chosen in the installer.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\caja" "" "URL:Caja"
  WriteRegStr SHELL_CONTEXT "Software\Classes\caja" "URL Protocol" ""
  ; Behind the dashes nothing is read as an option, whatever a page puts into the link.
  WriteRegStr SHELL_CONTEXT "Software\Classes\caja\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" -- "%1"'
  ${if} $installMode == "all"
    ; Tells the program that an administrator updates it.
    Push $0
    FileOpen $0 "$INSTDIR\resources\all-users" w
    FileClose $0
    !insertmacro makePolicyFolder
    Pop $0
  ${endif}
!macroend

; Makes the folder of the company's policy: administrators and the system write, users read. By their ids, because Windows
; translates their names. A folder that is there is left alone: another account may have made it, and led it elsewhere.
!macro makePolicyFolder
  ${ifNot} ${FileExists} "$APPDATA\Caja"
    CreateDirectory "$APPDATA\Caja"
    nsExec::Exec '"$SYSDIR\icacls.exe" "$APPDATA\Caja" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX'
    Pop $0
    nsExec::Exec '"$SYSDIR\icacls.exe" "$APPDATA\Caja" /setowner *S-1-5-32-544'
    Pop $0
  ${endif}
!macroend

; An update removes the older version first, and goes on with what stands here.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey SHELL_CONTEXT "Software\Classes\caja"
    ; The installer's copy of itself lies in the account's own folder, also when it installed for all.
    SetShellVarContext current
    RMDir /r "$LOCALAPPDATA\caja-updater"
    ; Electron writes a shortcut and a class (shared/program-id.ts) into the account before its first notification.
    Delete "$SMPROGRAMS\${PRODUCT_NAME}.lnk"
    DeleteRegKey HKCU "Software\Classes\CLSID\{B3B15F79-486F-44B7-AC8E-7AD5F69A4AAA}"
    ${if} $installMode == "all"
      SetShellVarContext all
    ${endif}
  ${endif}
!macroend
