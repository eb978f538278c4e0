; The installer for Windows, for one user and without an administrator's password. `dev.py package --format setup` runs
;   makensis -DVERSION=... -DFOLDER=(what PyInstaller made) -DICON=(an .ico) -DOUT=(the file to write) exgui.nsi
Unicode true
!ifdef TARGET
Target ${TARGET} ; only 64-bit Windows can run exgui; the installer itself is the 32-bit one that all systems have
!endif
!include "LogicLib.nsh"
!include "WordFunc.nsh"
Name "exgui"
OutFile "${OUT}"
Icon "${ICON}"
UninstallIcon "${ICON}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\exgui"
SetCompressor /SOLID lzma
SetDateSave off
CRCCheck force
BrandingText "exgui ${VERSION}"
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\exgui"
!define CLASSES "Software\Classes"

!macro GiveUp SENTENCE
  SetOutPath "$TEMP" ; a folder that one is in cannot be moved or removed
  RMDir /r "$INSTDIR.new"
  MessageBox MB_OK|MB_ICONEXCLAMATION "exgui was not installed: ${SENTENCE} Nothing was changed." /SD IDOK
  SetErrorLevel 1
  Abort "exgui was not installed: ${SENTENCE} Nothing was changed."
!macroend

Function .onInstFailed ; a file could not be written: the disk is full
  SetOutPath "$TEMP"
  RMDir /r "$INSTDIR.new"
FunctionEnd

Section
  ${IfNot} ${FileExists} "$INSTDIR\exgui.exe"
  ${AndIf} ${FileExists} "$INSTDIR.old\exgui.exe" ; an earlier installation was cut short
    Rename "$INSTDIR.old" "$INSTDIR"
  ${EndIf}
  ReadRegStr $0 HKCU "${KEY}" "DisplayVersion"
  ${If} $0 != ""
    ${VersionCompare} $0 "${VERSION}" $1
    ${If} $1 = 1
      MessageBox MB_YESNO|MB_ICONQUESTION "exgui $0 is installed, which is newer than this one (${VERSION}). \
        Install the older version anyway?" /SD IDNO IDYES older
      !insertmacro GiveUp "version $0 is installed, which is newer than this one (${VERSION})."
      older:
    ${EndIf}
  ${EndIf}

  RMDir /r "$INSTDIR.new"
  ClearErrors
  SetOutPath "$INSTDIR.new"
  File /r "${FOLDER}\*"
  WriteUninstaller "$INSTDIR.new\uninstall.exe"
  ${If} ${Errors}
    !insertmacro GiveUp "there is no room left on the disk, or it cannot be written to."
  ${EndIf}
  SetOutPath "$TEMP"

  ; From here on there is one installed version at every moment. Windows moves no folder with a program that is running.
  ${If} ${FileExists} "$INSTDIR\*"
    RMDir /r "$INSTDIR.old\program"
    RMDir /r "$INSTDIR.old\manual"
    Delete "$INSTDIR.old\*"
    RMDir "$INSTDIR.old"
    ClearErrors
    Rename "$INSTDIR" "$INSTDIR.old"
    ${If} ${Errors}
      !insertmacro GiveUp "exgui is running. Close its windows, then start this again."
    ${EndIf}
  ${EndIf}
  ClearErrors
  Rename "$INSTDIR.new" "$INSTDIR"
  ${If} ${Errors}
    Rename "$INSTDIR.old" "$INSTDIR"
    !insertmacro GiveUp "the new version could not be put in its place."
  ${EndIf}
  ${If} ${FileExists} "$INSTDIR.old\data\*" ; campaigns that are kept beside the program
    Rename "$INSTDIR.old\data" "$INSTDIR\data"
  ${EndIf}
  RMDir /r "$INSTDIR.old\program"
  RMDir /r "$INSTDIR.old\manual"
  Delete "$INSTDIR.old\*"
  RMDir "$INSTDIR.old"

  CreateShortcut "$SMPROGRAMS\exgui.lnk" "$INSTDIR\exgui.exe"
  WriteRegStr HKCU "${CLASSES}\.exgui" "" "exgui.campaign"
  WriteRegStr HKCU "${CLASSES}\exgui.campaign" "" "exgui campaign"
  WriteRegStr HKCU "${CLASSES}\exgui.campaign\DefaultIcon" "" "$INSTDIR\exgui.exe,0"
  WriteRegStr HKCU "${CLASSES}\exgui.campaign\shell\open\command" "" '"$INSTDIR\exgui.exe" "%1"'
  WriteRegStr HKCU "${KEY}" "DisplayName" "exgui"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\exgui.exe,0"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)' ; icons of files are drawn again
  DetailPrint "exgui ${VERSION} is installed. Start it from the Start menu."
SectionEnd

Section "Uninstall"
  SetOutPath "$TEMP"
  ClearErrors
  ${If} ${FileExists} "$INSTDIR\program\*"
    Rename "$INSTDIR\program" "$INSTDIR\program.old"
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONEXCLAMATION "exgui is running. Close its windows, then uninstall it again." /SD IDOK
      SetErrorLevel 1
      Abort "exgui is running. Nothing was removed."
    ${EndIf}
  ${EndIf}
  RMDir /r "$INSTDIR\program.old"
  RMDir /r "$INSTDIR\manual"
  Delete "$INSTDIR\*" ; files, not folders: a folder data beside the program stays, with its campaigns
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\exgui.lnk"
  ReadRegStr $0 HKCU "${CLASSES}\.exgui" ""
  ${If} $0 == "exgui.campaign"
    DeleteRegKey HKCU "${CLASSES}\.exgui"
  ${EndIf}
  DeleteRegKey HKCU "${CLASSES}\exgui.campaign"
  DeleteRegKey HKCU "${KEY}"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
  DetailPrint "exgui is removed. Your campaigns are where they were."
SectionEnd
