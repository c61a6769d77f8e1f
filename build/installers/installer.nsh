; Parts of the Windows installer that electron-builder does not have. SHELL_CONTEXT is the account or all of them, as
; chosen in the installer.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\caja" "" "URL:Caja"
  WriteRegStr SHELL_CONTEXT "Software\Classes\caja" "URL Protocol" ""
  ; Behind the dashes nothing is read as an option, whatever a page puts into the link.
  WriteRegStr SHELL_CONTEXT "Software\Classes\caja\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" -- "%1"'
!macroend

; An update removes the older version first, and goes on with what stands here.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey SHELL_CONTEXT "Software\Classes\caja"
    ; The installer's copy of itself lies in the account's own folder, also when it installed for all.
    SetShellVarContext current
    RMDir /r "$LOCALAPPDATA\caja-updater"
    ${if} $installMode == "all"
      SetShellVarContext all
    ${endif}
  ${endif}
!macroend
